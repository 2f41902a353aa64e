import { type FormEvent, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import type { OutputOf, ParamsOf, Route, SentOf } from "#domain/api/route.ts";
import type { FieldErrors } from "#domain/errors.ts";
import { type CallArgs, call, ResponseError } from "./api.ts";

/** What the endpoint's own schema says about an input, per field; the server would say the same. */
function problems(route: Route, input: unknown): FieldErrors {
  const result = z.safeParse(route.input, input);
  const errors: FieldErrors = {};
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path[0] ?? "");
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return errors;
}

/** Whether the form shows messages of this name: it has such a field, and not a hidden one. */
function showsErrorsOf(form: HTMLFormElement | null, name: string): boolean {
  const field = form?.elements.namedItem(name);
  return Boolean(field) && !(field instanceof HTMLInputElement && field.type === "hidden");
}

/** The errors left once a field is being corrected: a password's repetition is judged with the password. */
export function withoutErrorsOf(errors: FieldErrors, field: string): FieldErrors {
  const stale = [field, `${field}_confirmation`].filter((name) => errors[name]);
  if (stale.length === 0) return errors;
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !stale.includes(name)));
}

export interface Form {
  /** Goes on the `<form>`, with `noValidate`. */
  props: {
    ref: React.RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent) => void;
    onInput: (event: FormEvent) => void;
    noValidate: true;
  };
  busy: boolean;
  /** Per field name; give each to its field. */
  errors: FieldErrors;
  /** A refusal that belongs to no field: show it in a Banner. */
  failure: string | null;
  /** The code of the last refusal. */
  code: string | null;
  dismiss: () => void;
}

interface Options<R extends Route> {
  params?: ParamsOf<R>;
  /** The input; what the form's named fields hold unless told. */
  read?: (fields: Record<string, FormDataEntryValue>) => SentOf<R>;
  /** What else is wrong: said instead of what the schema says of these fields. */
  check?: (input: SentOf<R>) => FieldErrors;
  /** Sends the input in another way than `call`. */
  send?: (input: SentOf<R>) => Promise<OutputOf<R>>;
  onDone: (answer: OutputOf<R>) => void;
}

/**
 * A form that sends to an endpoint. It is checked by the endpoint's schema first; what was typed stays,
 * messages go to the fields and the first bad one gets the focus.
 */
export function useForm<R extends Route>(route: R, options: Options<R>): Form {
  const { params, read, onDone } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [code, setCode] = useState<string | null>(null);
  /** The errors come from a submission. Those left after typing must not take the focus. */
  const isNew = useRef(false);

  const showErrors = (found: FieldErrors) => {
    isNew.current = true;
    setErrors(found);
  };
  useEffect(() => {
    if (Object.keys(errors).length === 0 || !isNew.current) return;
    isNew.current = false;
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const deliver =
    options.send ?? ((input: SentOf<R>) => call(route, { params, input } as unknown as CallArgs<R>));
  const send = async (input: SentOf<R>) => {
    setBusy(true);
    try {
      onDone(await deliver(input));
    } catch (error) {
      const refusal = error instanceof ResponseError ? error : null;
      const named = refusal?.errors ?? {};
      const shown = Object.keys(named).some((name) => showsErrorsOf(ref.current, name));
      showErrors(named);
      setCode(refusal?.code ?? null);
      setFailure(shown ? null : error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !ref.current) return;
    const fields = Object.fromEntries(new FormData(ref.current));
    const input = read ? read(fields) : (fields as SentOf<R>);
    const found = { ...problems(route, input), ...options.check?.(input) };
    showErrors(found);
    setFailure(null);
    if (Object.keys(found).length === 0) void send(input);
  };

  const onInput = ({ target }: FormEvent) => {
    const name = (target as HTMLInputElement).name;
    setErrors((before) => withoutErrorsOf(before, name));
  };

  return {
    props: { ref, onSubmit, onInput, noValidate: true },
    busy,
    errors,
    failure,
    code,
    dismiss: () => setFailure(null),
  };
}
