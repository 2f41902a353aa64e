/** A message that somebody has sent. */
export interface Said {
  from: number;
  to: number;
  body: string;
  /** The ids it was acknowledged under; more than one is an error. */
  ids: Set<string>;
}

/** What the people of a run have said and been told, to hold against what is kept in the end. */
export class Memory {
  /** In the order of sending; each sender sends one at a time to the same person. */
  readonly said: Said[] = [];
  /** The newest message that somebody was told they have read, by reader and writer. */
  readonly read = new Map<string, string>();
  /** Answers that were neither good nor errors of the site. */
  readonly refused: string[] = [];
  posts = 0;
  retries = 0;
  doubles = 0;
  cuts = 0;
  /** How sockets began, by the word of their Hello. */
  readonly resumes = new Map<string, number>();

  get acknowledged(): Said[] {
    return this.said.filter(({ ids }) => ids.size > 0);
  }

  resumed(how: string): void {
    this.resumes.set(how, (this.resumes.get(how) ?? 0) + 1);
  }
}

/** A message's number among those of its conversation. */
export const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf("_") + 1));
