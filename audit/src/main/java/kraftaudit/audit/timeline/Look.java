package kraftaudit.audit.timeline;

import kraftaudit.replay.Status;

/**
 * How an item is drawn. No two looks that can meet on one lane differ by colour alone: each has a hatch, a shape or a
 * height of its own.
 */
public enum Look {
    COMMITTED(Hatch.NONE, Form.BAR),
    PENDING(Hatch.RISING, Form.BAR),
    PENDING_REMOVAL(Hatch.FALLING, Form.BAR),
    LOST(Hatch.CROSSED, Form.BAR),
    STATIC(Hatch.LEVEL, Form.BAR),
    OBSERVER(Hatch.NONE, Form.THIN),
    TRANSITION(Hatch.RISING, Form.STRIP),
    VOTERS(Hatch.NONE, Form.BAR),
    UNKNOWN(Hatch.DOTTED, Form.BAR),
    EPOCH(Hatch.NONE, Form.BAR),
    NEXT_EPOCH(Hatch.NONE, Form.BAR),
    PROVEN(Hatch.NONE, Form.BAR),
    UNPROVEN(Hatch.DOTTED, Form.BAR),
    PROOF(Hatch.NONE, Form.HIDDEN),
    LOG(Hatch.NONE, Form.BAR),
    LOG_UNPROVEN(Hatch.DOTTED, Form.BAR),
    OTHER_BRANCH(Hatch.RISING, Form.BAR),
    GAP(Hatch.NONE, Form.DASHED),
    SEGMENT(Hatch.NONE, Form.ENDS),
    CHECKPOINT(Hatch.NONE, Form.DIAMOND),
    BOOTSTRAP(Hatch.NONE, Form.HOLLOW_DIAMOND),
    DAMAGE(Hatch.FALLING, Form.BAR),
    LEVEL(Hatch.NONE, Form.BAR),
    CLUSTER_ID(Hatch.NONE, Form.BAR),
    TRANSACTION(Hatch.LEVEL, Form.BAR),
    RECORD(Hatch.NONE, Form.TICK),
    VIOLATION(Hatch.NONE, Form.TRIANGLE),
    IRREGULAR(Hatch.NONE, Form.SQUARE),
    NOTE(Hatch.NONE, Form.CIRCLE);

    /** Lines over a fill. */
    public enum Hatch { NONE, RISING, FALLING, CROSSED, LEVEL, DOTTED }

    /** Outline of a thing. The first five span what an item covers, the others mark a place. */
    public enum Form {
        BAR, THIN, STRIP, DASHED, ENDS, HIDDEN, TICK, DIAMOND, HOLLOW_DIAMOND, TRIANGLE, SQUARE, CIRCLE;

        /** Whether it has one size however near one looks. */
        public boolean isMark() {
            return compareTo(TICK) >= 0;
        }
    }

    private final Hatch hatch;
    private final Form form;

    Look(Hatch hatch, Form form) {
        this.hatch = hatch;
        this.form = form;
    }

    /** Lines over its fill. */
    public Hatch hatch() {
        return hatch;
    }

    /** Its outline. */
    public Form form() {
        return form;
    }

    /**
     * The look of an item.
     *
     * @param index its place among its neighbours, so that two epochs in a row can be told apart
     */
    public static Look of(Item item, int index) {
        boolean lost = item.status().filter(s -> s == Status.LOST).isPresent();
        boolean unproven = item.status().filter(s -> s == Status.UNPROVEN).isPresent();
        return switch (item.kind()) {
            case VIOLATION -> VIOLATION;
            case IRREGULAR -> IRREGULAR;
            case NOTE -> NOTE;
            case EPOCH -> lost ? LOST : index % 2 == 0 ? EPOCH : NEXT_EPOCH;
            case PROVEN -> PROVEN;
            case UNPROVEN -> UNPROVEN;
            case PROOF -> PROOF;
            case VOTERS -> lost ? LOST : unproven ? PENDING : VOTERS;
            case UNKNOWN -> UNKNOWN;
            case COMMITTED -> COMMITTED;
            case PENDING -> PENDING;
            case PENDING_REMOVAL -> PENDING_REMOVAL;
            case LOST, LOST_REMOVAL -> LOST;
            case STATIC -> STATIC;
            case OBSERVER -> OBSERVER;
            case TRANSITION -> TRANSITION;
            case LOG -> unproven ? LOG_UNPROVEN : LOG;
            case DEAD_BRANCH -> lost ? LOST : OTHER_BRANCH;
            case GAP -> GAP;
            case SEGMENT -> SEGMENT;
            case CHECKPOINT -> CHECKPOINT;
            case BOOTSTRAP -> BOOTSTRAP;
            case DAMAGE -> DAMAGE;
            case LEVEL -> lost ? LOST : LEVEL;
            case CLUSTER_ID -> lost ? LOST : CLUSTER_ID;
            case TRANSACTION -> TRANSACTION;
            case RECORD -> RECORD;
        };
    }
}
