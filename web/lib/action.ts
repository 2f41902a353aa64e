import {
  type QueryClient,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useRef } from "react";
import { toast } from "#web/ui/toast-store.ts";
import { ResponseError } from "./api.ts";
import { invalidate, type Target } from "./cache.ts";
import { alertFailure, errorText, toastError } from "./error-text.ts";

export interface ActionOptions<V, T> {
  /**
   * Where an error shows: next to the action, which renders `failure`; as a toast; or in the 'Error' modal. A function
   * shows it itself.
   */
  errors: "inline" | "toast" | "modal" | ((error: Error, variables: V) => unknown);
  /** Changes the cache before the response. Returns a function that undoes it, which runs if the action fails. */
  optimistic?: (variables: V) => (() => void) | Promise<() => void>;
  /** The text of the toast after a success. */
  toast?: (response: T, variables: V) => string;
  /** Runs after a success. The action stays busy until its promise resolves. */
  onDone?: (response: T, variables: V) => unknown;
  /** Runs after a success, and after an error. */
  onEnd?: (variables: V, error: Error | null) => void;
  /**
   * The endpoints whose responses have changed. They are refetched after a success, and after an error response, because
   * someone else may have been faster. The action stays busy until then.
   */
  changes?: readonly Target[];
  /** Lets several run at a time: for the rows of a list. Without it, a press while one is running does nothing. */
  parallel?: boolean;
  /**
   * The name of a queue: for a toggle, whose presses follow each other faster than the responses. They run one after
   * another, and only the last response counts.
   */
  queue?: string;
}

export interface Action<V> {
  busy: boolean;
  /** The variables of the run that is pending. */
  busyWith: V | undefined;
  /** The text of the last error, if it shows inline. */
  failure: string | null;
  /** Forgets the last error. */
  dismiss: () => void;
  /** Resolves to whether it succeeded. */
  run: (variables: V) => Promise<boolean>;
}

/** The message of a response, as the text of a toast. */
export const messageOf = ({ message }: { message: string }): string => message;

/** Whether an error response means that the page shows something outdated, rather than that the input is wrong. */
const isOutdated = (error: Error): boolean =>
  error instanceof ResponseError && error.status > 0 && Object.keys(error.errors).length === 0;

/** A run has what the component said at the press, whatever it renders meanwhile. */
interface Run<V, T> {
  variables: V;
  send: (variables: V) => Promise<T>;
  options: ActionOptions<V, T>;
}

/** The mutation behind an action. */
function mutationOptions<V, T>(
  client: QueryClient,
  queue: string | undefined,
): UseMutationOptions<T, Error, Run<V, T>, (() => void) | undefined> {
  const key = queue === undefined ? {} : { mutationKey: [queue], scope: { id: queue } };
  return {
    ...key,
    mutationFn: ({ send, variables }) => send(variables),
    // Without a connection it fails at once, instead of being sent minutes later.
    networkMode: "always",
    onMutate: ({ options, variables }) => options.optimistic?.(variables),
    onSuccess: (response, { options: { toast: toastOf, onDone }, variables }) => {
      if (queue !== undefined && client.isMutating(key) > 1) return;
      if (toastOf) toast(toastOf(response, variables), { tone: "good" });
      return onDone?.(response, variables);
    },
    onError: (error, { options: { errors }, variables }, undo) => {
      undo?.();
      if (typeof errors === "function") return errors(error, variables);
      if (errors === "toast") toastError(errorText(error));
      else if (errors === "modal") alertFailure(error);
    },
    onSettled: (_, error, { options: { onEnd, changes }, variables }) => {
      onEnd?.(variables, error);
      if (!changes || (error && !isOutdated(error))) return;
      const refetched = invalidate(client, changes);
      // The next press in a queue doesn't wait for that.
      return queue === undefined ? refetched : undefined;
    },
  };
}

/**
 * An action behind a button: calls endpoints that change something. Everything that a press can cause is an option here,
 * except for forms, which use `useForm`.
 *
 *     const remove = useAction((id: number) => call(deleteWordRoute, { params: { id } }), {
 *       errors: "toast",
 *       toast: messageOf,
 *       changes: ["/api/staff/words"],
 *     });
 *     <Button busy={remove.busy} onClick={() => remove.run(word.id)}>…
 */
export function useAction<V = void, T = unknown>(
  send: (variables: V) => Promise<T>,
  options: ActionOptions<V, T>,
): Action<V> {
  const client = useQueryClient();
  const mutation = useMutation(mutationOptions<V, T>(client, options.queue));
  const { isPending, variables: last, error, reset, mutateAsync } = mutation;
  // A ref, because a second press can come before the next render.
  const running = useRef(false);
  const waits = !options.parallel && options.queue === undefined;
  return {
    busy: isPending,
    busyWith: isPending ? last.variables : undefined,
    failure: error && options.errors === "inline" ? errorText(error) : null,
    dismiss: reset,
    run: async (variables) => {
      if (waits && running.current) return false;
      running.current = true;
      try {
        await mutateAsync({ variables, send, options });
        return true;
      } catch {
        // `errors` has shown it.
        return false;
      } finally {
        running.current = false;
      }
    },
  };
}
