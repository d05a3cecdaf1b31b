package kraftaudit.audit.report;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * JSON from records: fields in the order of their components, two blanks of indent, {@code \n}. What is not known is
 * {@code null}. An integer beyond 2^53, which many readers would round, is a string.
 */
public final class Json {
    private static final long EXACT = 1L << 53;
    private static final ObjectWriter WRITER = writer();

    private Json() {
    }

    /** The document, with a line end behind it. */
    public static String write(Object document) {
        try {
            return WRITER.writeValueAsString(document) + "\n";
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Write<T> {
        void write(T value, JsonGenerator out) throws IOException;
    }

    private static <T> JsonSerializer<T> with(Write<T> write) {
        return new JsonSerializer<>() {
            @Override
            public void serialize(T value, JsonGenerator out, SerializerProvider provider) throws IOException {
                write.write(value, out);
            }
        };
    }

    private static ObjectWriter writer() {
        SimpleModule module = new SimpleModule();
        module.addSerializer(Long.class, with((value, out) -> number(value, out)));
        module.addSerializer(Long.TYPE, with((value, out) -> number(value, out)));
        module.addSerializer(OptionalLong.class, with((value, out) -> {
            if (value.isPresent()) {
                number(value.getAsLong(), out);
            } else {
                out.writeNull();
            }
        }));
        module.addSerializer(OptionalInt.class, with((value, out) -> {
            if (value.isPresent()) {
                out.writeNumber(value.getAsInt());
            } else {
                out.writeNull();
            }
        }));
        module.addSerializer(Optional.class, with((value, out) -> {
            if (value.isPresent()) {
                out.writeObject(value.get());
            } else {
                out.writeNull();
            }
        }));
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter().withObjectIndenter(indenter).withArrayIndenter(indenter);
        return JsonMapper.builder().addModule(module).build().writer(printer);
    }

    private static void number(long value, JsonGenerator out) throws IOException {
        if (value > EXACT || value < -EXACT) {
            out.writeString(Long.toString(value));
        } else {
            out.writeNumber(value);
        }
    }
}
