package kraftaudit.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.TreeSet;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.internals.BrokerSecurityConfigs;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    /** Of the settings that Kafka defines, exactly those of its type PASSWORD are masked. */
    @Test
    void masksWhatKafkaTakesForPasswords() {
        Set<String> passwords = new TreeSet<>();
        Set<String> masked = new TreeSet<>();
        for (ConfigDef definitions : new ConfigDef[] {BrokerSecurityConfigs.CONFIG_DEF, AdminClientConfig.configDef(), LogConfig.configDefCopy()}) {
            for (ConfigDef.ConfigKey key : definitions.configKeys().values()) {
                if (key.type == ConfigDef.Type.PASSWORD) {
                    passwords.add(key.name);
                }
                if (Secrets.isSecretSetting(key.name)) {
                    masked.add(key.name);
                }
            }
        }
        assertEquals(passwords, masked);
        assertTrue(masked.size() >= 9, masked::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"listener.name.internal.ssl.keystore.key", "listener.name.sasl_ssl.scram-sha-512.sasl.jaas.config",
        "delegation.token.secret.key", "delegation.token.master.key", "password.encoder.secret", "confluent.license.api_key",
        "rsm.config.s3.Secret-Access-Key", "azure.storage.account.key", "my.token", "proxy.pass",
        "schema.registry.basic.auth.user.info", "rsm.config.azure.connection.string"})
    void masksWhatIsNamedLikeASecret(String name) {
        assertTrue(Secrets.isSecretSetting(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"retention.ms", "delegation.token.max.lifetime.ms", "sasl.oauthbearer.token.endpoint.url", "ssl.keystore.location",
        "ssl.keystore.type", "message.key.encoding", "compression.type", ""})
    void showsTheRest(String name) {
        assertFalse(Secrets.isSecretSetting(name));
    }
}
