/** What the model reads about the tool: when to take it, and the grammar with an example. */
export const APPLY_PATCH_DESCRIPTION = `Changes, adds, deletes and moves text files in one step. Either the whole patch is applied or nothing is changed. Take it for changes in several places or files; for one replacement take edit, for a whole new text of a file write_file.

The patch is text of this form:
*** Begin Patch
*** Add File: docs/notes.md
+Every line of a new file starts with a plus sign.
*** Update File: src/pump.py
*** Move to: src/valve.py
@@ class Pump:
@@     def start(self):
         self.check()
-        self.rate = 1
+        self.rate = 2
         self.run()
*** Delete File: old/pump.cfg
*** End Patch

Rules:
- Paths are relative to the workspace. "*** Move to:" is optional and directly follows its "*** Update File:" line; without hunks it renames.
- A hunk starts with "@@". Its lines start with a blank (unchanged), "-" (removed) or "+" (added). No line numbers.
- Quote unchanged and removed lines exactly as in the file, about three unchanged lines around each change. If they stand there more than once, name a whole line above them after "@@", such as a class or function; several "@@" lines narrow further.
- Hunks of a file stand in the order of the file and do not overlap. A hunk of "+" lines only goes below its "@@" line, else to the end of the file. "*** End of File" after a hunk ties it to the end of the file.
- "*** Add File:" and "*** Move to:" refuse a path that exists. Later sections see the result of earlier ones.`;
