/** Events to history: voters, versions, cluster ids, epochs, transactions and commit proofs. */
module kraftaudit.replay {
    requires transitive kraftaudit.reader;

    exports kraftaudit.replay;
}
