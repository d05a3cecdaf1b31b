package kraftaudit.audit;

import java.util.List;

/** T: mutants. */
final class TransactionMutants {
    private static final String BORN = "static 1 2 3; lead 1 + kraft 1 + voters 1 2 3; begin + mv 14 + end; ";

    static final List<Mutant> ALL = List.of(
        new Mutant("T01", "begins inside another", WrittenCapture.one(BORN + "begin; topic a; end; begin; topic b; end"),
            WrittenCapture.one(BORN + "begin; topic a; begin; topic b; end")),
        new Mutant("T01", "ends twice", WrittenCapture.one(BORN + "begin; topic a; end"), WrittenCapture.one(BORN + "begin; topic a; end; end")),
        new Mutant("T01", "aborts what had not begun", WrittenCapture.one(BORN + "noop"), WrittenCapture.one(BORN + "abort")),
        new Mutant("T02", "aborted", WrittenCapture.one(BORN + "begin; topic a; end"), WrittenCapture.one(BORN + "begin; topic a; abort")),
        new Mutant("T02", "open at the end", WrittenCapture.one(BORN + "begin; topic a; end"), WrittenCapture.one(BORN + "begin; topic a")),
        new Mutant("T03", "no transaction around level 14", WrittenCapture.one(BORN), WrittenCapture.one("static 1 2 3; lead 1 + kraft 1 + voters 1 2 3; mv 14")),
        new Mutant("T03", "a topic before metadata.version", WrittenCapture.one(BORN),
            WrittenCapture.one("static 1 2 3; lead 1 + kraft 1 + voters 1 2 3; topic a; begin + mv 14 + end")));

    private TransactionMutants() {
    }
}
