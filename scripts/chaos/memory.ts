/** A thing that was sent: whether the site said that it has it, and how often it was sent. */
export interface Sent {
  acknowledged: boolean;
  tries: number;
}

export interface SentRating {
  user: number;
  level: number;
  /** The values that may stand: the last acknowledged one and those sent after it without an answer. */
  possible: { rating: number; difficulty: number }[];
  acknowledged: boolean;
}

export interface SentFavorite {
  user: number;
  level: number;
  /** What the site said last; undefined while a later wish has had no answer. */
  state: boolean | undefined;
}

/** What the clients of a run have sent and been told, to hold against what is stored in the end. */
export class Memory {
  readonly users = new Map<string, Sent>();
  readonly levels = new Map<string, Sent & { id?: number; user: number }>();
  readonly comments = new Map<string, Sent>();
  readonly ratings = new Map<string, SentRating>();
  readonly favorites = new Map<string, SentFavorite>();
  /** Answers by status: 0 is none at all. */
  readonly statuses = new Map<number, number>();

  count(status: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
  }

  /** How many answers were errors of the site. */
  get failures(): number {
    return [...this.statuses].reduce((sum, [status, count]) => (status >= 500 ? sum + count : sum), 0);
  }

  get acknowledged(): number {
    return [...this.statuses].reduce(
      (sum, [status, count]) => (status >= 200 && status < 300 ? sum + count : sum),
      0,
    );
  }
}
