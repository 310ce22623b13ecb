import { definitionName } from './definitions.js';
import type { SchemaNode } from './schema-node.js';

const NAME = /^[A-Za-z0-9_.-]{1,64}$/;

/** The definitions that a strict schema really uses, named as they are met. */
export class StrictDefinitions {
  private readonly pointers = new Map<SchemaNode, string>();
  private readonly names = new Set<string>();
  private readonly waiting: { readonly name: string; readonly node: SchemaNode }[] = [];

  constructor(root: SchemaNode) {
    this.pointers.set(root, '#');
  }

  /** The pointer to a target in the compiled schema. */
  pointerTo(target: SchemaNode, reference: string): string {
    const known = this.pointers.get(target);
    if (known !== undefined) return known;
    const name = this.freeName(definitionName(reference.slice(reference.lastIndexOf('/') + 1)));
    const pointer = `#/$defs/${name}`;
    this.names.add(name);
    this.pointers.set(target, pointer);
    this.waiting.push({ name, node: target });
    return pointer;
  }

  /** The next definition that is used but not compiled. */
  next(): { readonly name: string; readonly node: SchemaNode } | undefined {
    return this.waiting.shift();
  }

  private freeName(wanted: string): string {
    if (NAME.test(wanted) && !this.names.has(wanted)) return wanted;
    let number = this.names.size + 1;
    while (this.names.has(`ref${number}`)) number += 1;
    return `ref${number}`;
  }
}
