/**
 * Whether a process was started after the process `first`, by their ids: they are given out in order, and start over at
 * the host's limit. A host that gave out all its ids in between tells some of them wrong.
 * @param last the id that was given out last; undefined where the host does not tell: then after a new start `false`
 */
export function startedAfter(id: number, first: number, last: number | undefined): boolean {
  if (last === undefined) return id > first;
  return first <= last ? id > first && id <= last : id > first || id <= last;
}
