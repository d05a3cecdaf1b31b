package kraftaudit.audit;

import kraftaudit.reader.RecordAt;

/**
 * A topic that two branches created under one name with two ids: whatever branch is given up, its brokers may hold data under
 * an id that the other does not know.
 *
 * @param name topic name as in the records
 * @param one  where the first branch created it
 * @param other where the second branch created it
 */
public record TopicClash(String name, Created one, Created other) {
    /** One TopicRecord. */
    public record Created(BranchName branch, String replica, RecordAt at, String topicId) {
    }
}
