/* commands.h: each command is a file of the same name. Each returns an exit_code. */
#ifndef CTORCH_GEN_COMMANDS_H
#define CTORCH_GEN_COMMANDS_H

#include "options.h"

int command_generate(struct run *run);
int command_import(struct run *run);
int command_history(struct run *run);
int command_audit(struct run *run);
int command_program(struct run *run); /* audit --program */
int command_diff(struct run *run);
int command_show(struct run *run);
int command_list(struct run *run); /* show.c */
int command_check_headers(struct run *run);
int command_bind(struct run *run);

#endif
