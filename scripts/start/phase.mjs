// Shows each phase of the start on the terminal and on the holding page.

/** @type {(step: string) => void} */
let onStep = () => {};

/**
 * Sets the listener for the names of phases.
 * @param {(step: string) => void} listener
 */
export const onPhase = (listener) => {
  onStep = listener;
};

/**
 * Runs a phase. Prints its name first and its duration at the end.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function phase(name, work) {
  process.stdout.write(`${name} … `);
  onStep(name);
  const started = performance.now();
  try {
    const result = await work();
    console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
    return result;
  } catch (error) {
    console.log("failed");
    throw error;
  }
}
