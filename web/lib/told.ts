import { toast } from "#web/ui/toast-store.ts";

/** What follows when a window's form has done its work: the answer is told, then the window sees to what it shows. */
export const toldThen =
  (...then: (() => void)[]) =>
  ({ message }: { message: string }): void => {
    toast(message, { tone: "good" });
    for (const next of then) next();
  };
