import { type FormEvent, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import type { OutputOf, ParamsOf, RawInputOf, Route } from "#domain/api/route.ts";
import type { FieldErrors } from "#domain/errors.ts";
import { type ActionOptions, useAction } from "./action.ts";
import { type CallArgs, call, ResponseError } from "./api.ts";

/** Validates an input against the endpoint's schema, as the server does. Returns the errors per field. */
function schemaErrors(route: Route<"POST">, input: unknown): FieldErrors {
  const result = z.safeParse(route.input, input);
  const errors: FieldErrors = {};
  for (const issue of result.error?.issues ?? []) {
    const field = String(issue.path[0] ?? "");
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return errors;
}

/** Throws the error that an endpoint would respond to an invalid input with, before anything else is done for the call. */
export function checkInput<R extends Route<"POST">>(route: R, input: RawInputOf<R>): void {
  const errors = schemaErrors(route, input);
  const [message] = Object.values(errors).flat();
  if (message !== undefined) throw new ResponseError(422, "invalid", message, errors);
}

/** Whether the form has a visible field of this name, where errors can be shown. */
function hasVisibleField(form: HTMLFormElement | null, name: string): boolean {
  const field = form?.elements.namedItem(name);
  return Boolean(field) && !(field instanceof HTMLInputElement && field.type === "hidden");
}

/** Removes the errors of an edited field, and of its confirmation field. */
export function withoutErrorsOf(errors: FieldErrors, field: string): FieldErrors {
  const stale = [field, `${field}_confirmation`].filter((name) => errors[name]);
  if (stale.length === 0) return errors;
  return Object.fromEntries(Object.entries(errors).filter(([name]) => !stale.includes(name)));
}

export interface FormState {
  /** Props of the `<form>`. */
  props: {
    ref: React.RefObject<HTMLFormElement | null>;
    onSubmit: (event: FormEvent) => void;
    onInput: (event: FormEvent) => void;
    noValidate: true;
  };
  busy: boolean;
  /** Errors per field name. */
  errors: FieldErrors;
  /** An error that belongs to no field. Show it in a Banner. */
  failure: string | null;
  /** The code of the last error response. */
  code: string | null;
  dismiss: () => void;
}

interface Options<R extends Route>
  extends Pick<ActionOptions<RawInputOf<R>, OutputOf<R>>, "toast" | "changes"> {
  params?: ParamsOf<R>;
  /** Turns the form's fields into the input. Defaults to the fields as they are. */
  read?: (fields: Record<string, FormDataEntryValue>) => RawInputOf<R>;
  /** Further checks. Their errors replace the schema's for the same fields. */
  check?: (input: RawInputOf<R>) => FieldErrors;
  /** Sends the input. Defaults to `call`. */
  send?: (input: RawInputOf<R>) => Promise<OutputOf<R>>;
  onDone?: (response: OutputOf<R>) => void;
}

/**
 * State of a form that posts to an endpoint. It is validated with the endpoint's schema first. On errors, the input stays,
 * messages appear at the fields, and the first invalid field is focused.
 */
export function useForm<R extends Route<"POST">>(route: R, options: Options<R>): FormState {
  const { params, read, check, toast, changes, onDone } = options;
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [code, setCode] = useState<string | null>(null);
  /** Only errors of a new submission move the focus, not those left after typing. */
  const isNewSubmission = useRef(false);

  const showErrors = (found: FieldErrors) => {
    isNewSubmission.current = true;
    setErrors(found);
  };
  useEffect(() => {
    if (Object.keys(errors).length === 0 || !isNewSubmission.current) return;
    isNewSubmission.current = false;
    ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  const send =
    options.send ?? ((input: RawInputOf<R>) => call(route, { params, input } as unknown as CallArgs<R>));
  const { busy, run } = useAction(send, {
    errors: (error) => {
      const fieldErrors = error instanceof ResponseError ? error.errors : {};
      const isShown = Object.keys(fieldErrors).some((name) => hasVisibleField(ref.current, name));
      showErrors(fieldErrors);
      setCode(error instanceof ResponseError ? error.code : null);
      setFailure(isShown ? null : error.message);
    },
    onDone: (response) => void onDone?.(response),
    ...(toast && { toast }),
    ...(changes && { changes }),
  });

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !ref.current) return;
    const fields = Object.fromEntries(new FormData(ref.current));
    const input = read ? read(fields) : (fields as RawInputOf<R>);
    const found = { ...schemaErrors(route, input), ...check?.(input) };
    showErrors(found);
    setFailure(null);
    if (Object.keys(found).length === 0) void run(input);
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
