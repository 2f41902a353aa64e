/** Counts failed attempts on one key. */
export interface ThrottleApi extends Rpc.DurableObjectBranded {
  /** Counts an attempt and returns 0, or returns the seconds to wait if it would exceed the limit. It can count as several. */
  attempt(limit: number, windowSeconds: number, amount?: number): Promise<number>;
  /** Takes back one attempt. */
  refund(): Promise<void>;
  /** Resets the count after a correct password. */
  clear(): Promise<void>;
}
