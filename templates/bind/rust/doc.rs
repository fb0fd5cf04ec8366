${doc}
