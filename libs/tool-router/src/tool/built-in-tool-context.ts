/** An existing sandbox program that `bash` runs every command through. */
export interface BashSandbox {
  /** Program and leading arguments; `{workspace}` and `{cwd}` are replaced in each argument. */
  readonly command: readonly [string, ...string[]];
}

/** Where the built-in coding tools work and how much they may use. Characters are UTF-16 code units. */
export interface BuiltInToolContext {
  /** Absolute path of the folder that relative paths start from and that writes are confined to. */
  readonly workspaceRoot: string;
  /** Further absolute folders that may be read, never written. */
  readonly allowedReadRoots: readonly string[];
  /** Reads only inside `allowedReadRoots`, not in the workspace. */
  readonly restrictReadToAllowedRoots: boolean;
  /** Switches the confinement to the workspace off for paths (never for `/proc`, `/sys`, `/dev`). */
  readonly allowOutsideWorkspace: boolean;
  /** Path segments that may not be written, beside `.git`; compared without case. */
  readonly deniedWriteSegments: readonly string[];
  /** Characters that `read_file` returns unless the call asks for fewer. */
  readonly defaultReadMaxChars: number;
  /** Lines that one `read_file` call returns at most. */
  readonly maxReadLines: number;
  /** Characters of one line that `read_file` shows before it cuts the line. */
  readonly maxReadLineChars: number;
  /** Bytes of content that `write_file` takes. */
  readonly maxWriteBytes: number;
  /** Bytes of a file that `edit` and `apply_patch` work on. */
  readonly maxEditBytes: number;
  /** Bytes of a patch text. */
  readonly maxPatchBytes: number;
  /** Operations in one patch. */
  readonly maxPatchOperations: number;
  /** Bytes of all the files together that one patch updates; a file counts once per section. */
  readonly maxPatchedBytes: number;
  /** Milliseconds that `bash` exec runs unless the call asks for another time. */
  readonly defaultCommandTimeoutMs: number;
  /** Longest time in milliseconds that a call may ask for. */
  readonly maxCommandTimeoutMs: number;
  /** Characters of stdout, and of stderr, that `bash` exec keeps: half from the head, half from the tail. */
  readonly maxOutputChars: number;
  /** Characters that one `bash` logs call returns unless the call asks for fewer. */
  readonly defaultBashLogChars: number;
  /** Characters of merged output kept per background process. */
  readonly maxProcessOutputChars: number;
  /** Milliseconds between the polite and the forced end of a process group. */
  readonly processStopGraceMs: number;
  /** Background processes that may run at the same time per (user, session). */
  readonly maxProcesses: number;
  /** Ended background processes that stay readable per (user, session). */
  readonly maxEndedProcesses: number;
  /** Names of further host environment variables that commands may see. */
  readonly bashEnvironment: readonly string[];
  /** Runs every command through a sandbox program; without it `bash` is as free as the host process. */
  readonly bashSandbox?: BashSandbox;
  readonly defaultGrepResults: number;
  readonly maxGrepResults: number;
  /** Milliseconds that `grep` and `glob` search at most. */
  readonly searchTimeoutMs: number;
  readonly defaultGlobResults: number;
  readonly maxGlobResults: number;
  /** Bytes of AGENTS.md above which writing it is refused. */
  readonly maxAgentsMdBytes: number;
}
