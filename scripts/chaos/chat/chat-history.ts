/** A sent message. */
export interface SentMessage {
  from: number;
  to: number;
  body: string;
  /** The acknowledged ids. More than one is an error. */
  ids: Set<string>;
}

/** Everything that the users of a run have sent and received, to compare with the stored data. */
export class ChatHistory {
  /** Messages in sending order. Each sender sends one at a time to the same user. */
  readonly sent: SentMessage[] = [];
  /** The last acknowledged read mark, by "reader sender". */
  readonly read = new Map<string, string>();
  /** Responses that were neither successful nor server errors. */
  readonly rejected: string[] = [];
  posts = 0;
  /** Messages sent on sockets. */
  frames = 0;
  retries = 0;
  doubles = 0;
  cuts = 0;
  /** Counts of sockets by the `resume` value of their Hello. */
  readonly resumes = new Map<string, number>();

  get acknowledged(): SentMessage[] {
    return this.sent.filter(({ ids }) => ids.size > 0);
  }

  resumed(how: string): void {
    this.resumes.set(how, (this.resumes.get(how) ?? 0) + 1);
  }
}

/** Returns a message's sequence number in its conversation. */
export const numberOf = (id: string): number => Number(id.slice(id.lastIndexOf("_") + 1));
