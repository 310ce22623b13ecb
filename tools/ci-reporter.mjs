/** Prints the one closing line that the CI reads. */
export default class CiReporter {
  onTestRunEnd(testModules, unhandledErrors) {
    const count = { passed: 0, failed: 0, skipped: 0 };
    for (const module of testModules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        count[state === 'passed' || state === 'failed' ? state : 'skipped']++;
      }
      if (module.errors().length > 0) count.failed++;
    }
    count.failed += unhandledErrors.length;
    process.stdout.write(`\nTests: ${count.passed} passed, ${count.failed} failed, ${count.skipped} skipped\n`);
  }
}
