package kraftaudit.written;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** For records whose equality is written out: every component has to count. */
public final class Components {
    private Components() {
    }

    /** @param one and another of one record type, which differ in every component */
    public static void assertAllCount(Record one, Record another) throws ReflectiveOperationException {
        RecordComponent[] components = one.getClass().getRecordComponents();
        Constructor<?> constructor = one.getClass().getDeclaredConstructor(
            Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        Object[] values = new Object[components.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(components[i], one);
        }
        assertEquals(one, constructor.newInstance(values));
        assertEquals(one.hashCode(), constructor.newInstance(values).hashCode());
        for (int i = 0; i < values.length; i++) {
            values[i] = value(components[i], another);
            assertNotEquals(one, constructor.newInstance(values), components[i].getName());
            values[i] = value(components[i], one);
        }
        assertNotEquals(one, null);
    }

    private static Object value(RecordComponent component, Record of) throws ReflectiveOperationException {
        component.getAccessor().setAccessible(true);
        return component.getAccessor().invoke(of);
    }
}
