export type IdleSlices = ReturnType<typeof runIdleSlices>;

/** Runs steps in slices of a weight: `urgent` ones between frames, the others when the page is idle. */
export function runIdleSlices(
  steps: readonly { weight: number; run: () => void }[],
  { urgent, weight }: { urgent: number; weight: number },
) {
  let done = 0;
  let isCanceled = false;
  const waiting: { count: number; resolve: () => void }[] = [];
  const channel = new MessageChannel();
  const slice = () => {
    let spent = 0;
    while (!isCanceled && done < steps.length && spent < weight) {
      const step = steps[done];
      step?.run();
      spent += step?.weight ?? 0;
      done++;
      if (done === urgent) break;
    }
    for (const { resolve } of waiting.filter(({ count }) => count <= done)) resolve();
    if (isCanceled || done >= steps.length) channel.port1.close();
    else schedule();
  };
  const schedule = () => {
    if (done < urgent) channel.port2.postMessage(null);
    else if (typeof requestIdleCallback === "function") requestIdleCallback(slice, { timeout: 250 });
    else setTimeout(slice, 16);
  };
  channel.port1.onmessage = slice;
  schedule();
  return {
    /** Resolves when the first `count` steps are done. */
    reach: (count: number): Promise<void> =>
      done >= count || isCanceled
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    cancel: () => {
      isCanceled = true;
      channel.port1.close();
      for (const { resolve } of waiting) resolve();
    },
  };
}
