/* Nothing of its own: its target has the precompiled headers of the others. */
