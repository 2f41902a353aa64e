/** The newest id that each table with AUTOINCREMENT has given out. */
export type Sequences = Readonly<Record<string, number>>;

export interface SequenceRow {
  name: string;
  seq: number;
}

export const sequencesQuery = "select name, seq from sqlite_sequence";

export const sequencesOf = (rows: readonly SequenceRow[]): Sequences =>
  Object.fromEntries(rows.map(({ name, seq }) => [name, seq]));

/**
 * SQL of a sequence's value after a jump past every id that may have been given out since it was read. The jump grows
 * with the table, and stays small beside it, as random levels are found by random ids.
 */
export const jumped = (seq: string): string => `${seq} + 100 + ${seq} / 10`;

/**
 * Statements that raise all sequences of a database above values that were read from it before. They change nothing
 * unless one of its sequences is behind: then it was rewound, and would give out ids a second time.
 */
export function raiseSequences(known: Sequences): string[] {
  const json = `json_each('${JSON.stringify(known).replaceAll("'", "''")}')`;
  return [
    `insert into sqlite_sequence (name, seq) select key, 0 from ${json}
      where key in (select name from sqlite_master where type = 'table') and key not in (select name from sqlite_sequence)`,
    `update sqlite_sequence set seq = ${jumped("n.seq")}
      from (select s.name, max(s.seq, coalesce(k.value, 0)) as seq from sqlite_sequence s left join ${json} k on k.key = s.name) n
      where n.name = sqlite_sequence.name
        and exists (select 1 from sqlite_sequence s join ${json} k on k.key = s.name where s.seq < k.value)`,
  ];
}
