package kraftaudit.written;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.AbortTransactionRecord;
import org.apache.kafka.common.metadata.BeginTransactionRecord;
import org.apache.kafka.common.metadata.BrokerRegistrationChangeRecord;
import org.apache.kafka.common.metadata.EndTransactionRecord;
import org.apache.kafka.common.metadata.FeatureLevelRecord;
import org.apache.kafka.common.metadata.FenceBrokerRecord;
import org.apache.kafka.common.metadata.NoOpRecord;
import org.apache.kafka.common.metadata.ProducerIdsRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.RegisterControllerRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.metadata.UnfenceBrokerRecord;
import org.apache.kafka.common.metadata.UnregisterBrokerRecord;
import org.apache.kafka.common.metadata.UnregisterControllerRecord;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/** Values of metadata records, framed by Kafka's serde; and any bytes given in hex. */
public final class DataValues {
    private DataValues() {
    }

    /** Framed by Kafka's serde. */
    public static byte[] of(ApiMessageAndVersion record) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer buffer = ByteBuffer.allocate(MetadataRecordSerde.INSTANCE.recordSize(record, cache));
        MetadataRecordSerde.INSTANCE.write(record, cache, new ByteBufferAccessor(buffer));
        return buffer.array();
    }

    /** Framed by Kafka's serde. */
    public static byte[] of(ApiMessage message, int version) {
        return of(new ApiMessageAndVersion(message, (short) version));
    }

    /** Bytes from hex digits; spaces do not count. */
    public static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    public static byte[] noOp() {
        return of(new NoOpRecord(), 0);
    }

    public static byte[] begin() {
        return of(new BeginTransactionRecord().setName(null), 0);
    }

    public static byte[] begin(String name) {
        return of(new BeginTransactionRecord().setName(name), 0);
    }

    public static byte[] end() {
        return of(new EndTransactionRecord(), 0);
    }

    public static byte[] abort() {
        return of(new AbortTransactionRecord().setReason(null), 0);
    }

    public static byte[] abort(String reason) {
        return of(new AbortTransactionRecord().setReason(reason), 0);
    }

    /** FeatureLevel in the layout of 3.3 and later. */
    public static byte[] featureLevel(String name, int level) {
        return of(new FeatureLevelRecord().setName(name).setFeatureLevel((short) level), 0);
    }

    public static byte[] metadataVersion(int level) {
        return featureLevel("metadata.version", level);
    }

    /** A ClusterIdRecord, which no release can write: frame version 1, the key, version 0, compact string, no tags. */
    public static byte[] clusterId(int apiKey, String clusterId) {
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        byte[] text = clusterId.getBytes(StandardCharsets.UTF_8);
        value.write(1);
        unsignedVarint(value, apiKey);
        value.write(0);
        unsignedVarint(value, text.length + 1);
        value.writeBytes(text);
        value.write(0);
        return value.toByteArray();
    }

    public static byte[] topic(String name, Uuid topicId) {
        return of(new TopicRecord().setName(name).setTopicId(topicId), 0);
    }

    /** RegisterBroker of version 1 (3.3), with one endpoint and without features. */
    public static byte[] registerBroker(int brokerId, long brokerEpoch, Uuid incarnation, boolean fenced) {
        RegisterBrokerRecord.BrokerEndpointCollection endpoints = new RegisterBrokerRecord.BrokerEndpointCollection();
        endpoints.add(new RegisterBrokerRecord.BrokerEndpoint().setName("PLAINTEXT").setHost("b" + brokerId + ".example")
                .setPort(9092).setSecurityProtocol((short) 0));
        return of(new RegisterBrokerRecord().setBrokerId(brokerId).setBrokerEpoch(brokerEpoch).setIncarnationId(incarnation)
                .setEndPoints(endpoints).setRack(null).setFenced(fenced).setInControlledShutdown(false), 1);
    }

    public static byte[] unregisterBroker(int brokerId, long brokerEpoch) {
        return of(new UnregisterBrokerRecord().setBrokerId(brokerId).setBrokerEpoch(brokerEpoch), 0);
    }

    /** @param fenced -1 unfences, 1 fences, 0 leaves */
    public static byte[] brokerChange(int brokerId, long brokerEpoch, int fenced) {
        return of(new BrokerRegistrationChangeRecord().setBrokerId(brokerId).setBrokerEpoch(brokerEpoch).setFenced((byte) fenced), 0);
    }

    /** The broker asks for a controlled shutdown. */
    public static byte[] controlledShutdown(int brokerId, long brokerEpoch) {
        return of(new BrokerRegistrationChangeRecord().setBrokerId(brokerId).setBrokerEpoch(brokerEpoch)
                .setInControlledShutdown((byte) 1), 1);
    }

    /** The broker reports its log directories. */
    public static byte[] logDirectories(int brokerId, long brokerEpoch, Uuid... directories) {
        return of(new BrokerRegistrationChangeRecord().setBrokerId(brokerId).setBrokerEpoch(brokerEpoch)
                .setLogDirs(List.of(directories)), 2);
    }

    public static byte[] unfenceBroker(int brokerId, long brokerEpoch) {
        return of(new UnfenceBrokerRecord().setId(brokerId).setEpoch(brokerEpoch), 0);
    }

    public static byte[] fenceBroker(int brokerId, long brokerEpoch) {
        return of(new FenceBrokerRecord().setId(brokerId).setEpoch(brokerEpoch), 0);
    }

    public static byte[] producerIds(int brokerId, long brokerEpoch, long nextProducerId) {
        return of(new ProducerIdsRecord().setBrokerId(brokerId).setBrokerEpoch(brokerEpoch).setNextProducerId(nextProducerId), 0);
    }

    /** RegisterController with one endpoint and a range for metadata.version. */
    public static byte[] registerController(int controllerId, Uuid incarnation, int maxMetadataVersion) {
        RegisterControllerRecord.ControllerEndpointCollection endpoints = new RegisterControllerRecord.ControllerEndpointCollection();
        endpoints.add(new RegisterControllerRecord.ControllerEndpoint().setName("CONTROLLER")
                .setHost("c" + controllerId + ".example").setPort(9093).setSecurityProtocol((short) 0));
        RegisterControllerRecord.ControllerFeatureCollection features = new RegisterControllerRecord.ControllerFeatureCollection();
        features.add(new RegisterControllerRecord.ControllerFeature().setName("metadata.version")
                .setMinSupportedVersion((short) 7).setMaxSupportedVersion((short) maxMetadataVersion));
        return of(new RegisterControllerRecord().setControllerId(controllerId).setIncarnationId(incarnation)
                .setZkMigrationReady(false).setEndPoints(endpoints).setFeatures(features), 0);
    }

    public static byte[] unregisterController(int controllerId) {
        return of(new UnregisterControllerRecord().setControllerId(controllerId), 0);
    }

    private static void unsignedVarint(ByteArrayOutputStream out, int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            out.write(rest & 0x7f | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }
}
