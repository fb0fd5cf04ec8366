mod ${word};
