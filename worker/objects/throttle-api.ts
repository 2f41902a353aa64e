/** Counts failed attempts on one key, or on several that share the object. */
export interface ThrottleApi extends Rpc.DurableObjectBranded {
  /** Counts `amount` and returns 0, or the seconds to wait. `entry` is a count of a shared object. */
  attempt(limit: number, windowSeconds: number, amount?: number, entry?: string): Promise<number>;
  /** Takes back one attempt on the object's own key. */
  refund(): Promise<void>;
  /** Resets all counts, after a correct password. */
  clear(): Promise<void>;
}
