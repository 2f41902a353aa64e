import type { PartId } from "#domain/build/ids.ts";
import type { Part } from "#domain/build/part.ts";
import { partName } from "../part-names.ts";
import { builderOutlineText } from "../text/builder-outline.ts";

export interface OutlineRow {
  id: PartId;
  part: Part;
  name: string;
  /** 1 for a part in a group. */
  depth: 0 | 1;
  members: readonly PartId[] | null;
  isOpen: boolean;
}

export interface OutlineOptions {
  /** Shows only parts whose names or colors contain it, and groups that have such parts. */
  search: string;
  /** Groups whose parts don't show. */
  closed: ReadonlySet<PartId>;
}

type NamedPart = Pick<OutlineRow, "id" | "part" | "name">;

const SINGLE = new Set<Part["kind"]>(["spawn", "goal", "sky", "group"]);

/** Parts with their names. Blocks and the like are numbered by kind, in the order of the document. */
function namedParts(entries: Iterable<readonly [PartId, Part]>): NamedPart[] {
  const counts = new Map<string, number>();
  return Array.from(entries, ([id, part]) => {
    const name = partName(part);
    if (SINGLE.has(part.kind)) return { id, part, name };
    const number = (counts.get(name) ?? 0) + 1;
    counts.set(name, number);
    return { id, part, name: builderOutlineText.numbered(name, number) };
  });
}

const groupOf = (part: Part): PartId | undefined => ("group" in part ? part.group : undefined);

function isMatch({ part, name }: NamedPart, term: string): boolean {
  return name.toLowerCase().includes(term) || (part.kind === "block" && part.color.includes(term));
}

/** The lines of the list: groups first with their parts, then everything else in the order of the document. */
export function outlineRows(
  entries: Iterable<readonly [PartId, Part]>,
  { search, closed }: OutlineOptions,
): OutlineRow[] {
  const all = namedParts(entries);
  const term = search.trim().toLowerCase().replace(/^#/, "");
  const groups = new Map(
    all.filter(({ part }) => part.kind === "group").map(({ id }) => [id, [] as NamedPart[]]),
  );
  const loose: NamedPart[] = [];
  for (const one of all) {
    if (one.part.kind === "group") continue;
    const group = groupOf(one.part);
    // The group may be deleted.
    const members = group === undefined ? undefined : groups.get(group);
    (members ?? loose).push(one);
  }
  const matches = (one: NamedPart) => term === "" || isMatch(one, term);
  const rows: OutlineRow[] = [];
  const add = (one: NamedPart, depth: 0 | 1) => rows.push({ ...one, depth, members: null, isOpen: false });
  for (const group of all) {
    const members = groups.get(group.id);
    if (!members) continue;
    // A group that matches shows all of its parts.
    const shown = matches(group) ? members : members.filter(matches);
    if (shown.length === 0 && !matches(group)) continue;
    const isOpen = term !== "" || !closed.has(group.id);
    rows.push({ ...group, depth: 0, members: members.map(({ id }) => id), isOpen });
    if (isOpen) for (const member of shown) add(member, 1);
  }
  for (const one of loose) if (matches(one)) add(one, 0);
  return rows;
}
