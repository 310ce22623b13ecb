import fc from 'fast-check';
import { exposedToolName, isUserToolShape, isValidToolName } from './tool-name.js';

const nameOf = (service: string, tool: string) => exposedToolName(`${service}_${tool}`, ['local', service, tool]);

describe('exposedToolName', () => {
  it.each([
    ['orders', 'list', 'orders_list'],
    ['Orders-EU', 'find_all', 'Orders-EU_find_all'],
    ['9lives', 'count', 'tool_9lives_count'],
    ['-dash', 'x', 'tool_-dash_x'],
  ])('keeps what is readable of %s/%s', (service, tool, expected) => {
    expect(nameOf(service, tool)).toBe(expected);
  });

  it.each([
    ['reports', 'by.month', /^reports_by_month_[0-9a-f]{8}$/],
    ['reports', 'by month', /^reports_by_month_[0-9a-f]{8}$/],
    ['報告', '月', /^tool__?[0-9a-f]{8}$/],
    ['s', 'n'.repeat(90), /^s_n{53}_[0-9a-f]{8}$/],
    ['user_7', 'tool_pay', /^tool_user_7_tool_pay_[0-9a-f]{8}$/],
    ['trail', 'end_', /^trail_end_[0-9a-f]{8}$/],
  ])('adds a fingerprint where something is lost: %s/%s', (service, tool, pattern) => {
    expect(nameOf(service, tool)).toMatch(pattern);
  });

  it('gives valid names, different ones for different spellings, and never the shape kept for users', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'B', '7', '_', '-', '.', ' ', '/', '語', '😀'),
      maxLength: 90,
    });
    fc.assert(
      fc.property(word, word, (one, other) => {
        const first = exposedToolName(one, ['x', one]);
        expect(isValidToolName(first)).toBe(true);
        expect(first).not.toMatch(/_$/);
        expect(isUserToolShape(first)).toBe(false);
        if (one !== other && !one.startsWith('tool_') && !other.startsWith('tool_')) {
          expect(exposedToolName(other, ['x', other])).not.toBe(first);
        }
      }),
      { numRuns: 3_000 },
    );
  });
});
