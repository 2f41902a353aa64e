import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { Navigate } from "react-router";
import type { RawInputOf } from "#domain/api/route.ts";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { decodeLook, encodeLook, lookPictureUrl } from "#domain/avatar/bopi-look.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { starterSetLook, withoutOtherItems } from "#domain/home/hero-look.ts";
import { starterItemsRoute } from "#domain/starter/api.ts";
import { STARTER_SET_NAMES } from "#domain/starter/starter-sets.ts";
import { useForm } from "#web/lib/form.ts";
import { queryFor } from "#web/lib/query.ts";
import { useUser } from "#web/lib/user.ts";
import { clearVisitorLook, readVisitorLook } from "#web/lib/visitor-look.ts";
import { weakPasswordErrors } from "#web/lib/weak-password.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import card from "#web/ui/choice-card.module.css";
import { loadWithRetries } from "#web/ui/chunks.ts";
import { cx } from "#web/ui/cx.ts";
import { TextLink } from "#web/ui/link.tsx";
import { PasswordField, passwordText } from "#web/ui/password-field.tsx";
import { SilentErrorBoundary } from "#web/ui/silent-error-boundary.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "../auth.module.css";
import { AuthCard } from "../auth-card.tsx";
import { useNext } from "../next.ts";
import { authText } from "../text/auth.ts";

const text = authText.register;

const HumanCheck = lazy(() => loadWithRetries(() => import("../human-check.tsx")));

/** The Turnstile site key: undefined if the check is off, empty if the document has to be reloaded for it. */
const siteKey = () => document.querySelector<HTMLMetaElement>('meta[name="turnstile"]')?.content;

export default function RegisterPage() {
  const { query, go, next } = useNext();
  const [key] = useState(siteKey);
  const { data } = useQuery(queryFor(starterItemsRoute, {}));
  const starters = data?.data ?? [];
  const [token] = useState(readVisitorLook);
  const stored = decodeLook(token ?? "");
  const look = stored && encodeLook(data ? withoutOtherItems(stored, starters) : stored);
  const form = useForm(registerRoute, {
    // The API has the password typed twice; this form shows it instead.
    read: (fields) =>
      ({ ...fields, password_confirmation: fields.password, ...(look && { look }) }) as RawInputOf<
        typeof registerRoute
      >,
    check: (input) => weakPasswordErrors(input.password, input),
    onDone: () => {
      clearVisitorLook();
      go();
    },
  });
  if (useUser()) return <Navigate to={next} replace />;
  return (
    <AuthCard
      title={text.title}
      text={text.text}
      colors={SHOW_OUTFITS[0]}
      look={look}
      other={
        <>
          {text.other} <TextLink to={`/login${query}`}>{text.otherLink}</TextLink>
        </>
      }
    >
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <form {...form.props} className={styles.form}>
        <TextField
          name="username"
          label={authText.username}
          hint={authText.usernameHint}
          errors={form.errors.username}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <TextField
          name="email"
          type="email"
          label={authText.email}
          hint={authText.emailHint}
          errors={form.errors.email}
          autoComplete="email"
          required
        />
        <PasswordField
          name="password"
          label={authText.password}
          hint={passwordText.hint}
          errors={form.errors.password}
          autoComplete="new-password"
          required
        />
        {!look && starters.length > 0 && (
          <fieldset className={styles.sets}>
            <legend>{text.starter}</legend>
            {STARTER_SET_NAMES.map((set, index) => (
              <label key={set} className={cx(card.choice, styles.set)}>
                <input type="radio" name="starter_set" value={set} defaultChecked={index === 0} />
                <img
                  src={lookPictureUrl(starterSetLook(set, starters), { pose: "idle", size: 256 })}
                  width={96}
                  height={96}
                  alt=""
                />
                {text.sets[set]}
              </label>
            ))}
          </fieldset>
        )}
        {key !== undefined && (
          <SilentErrorBoundary onFail={() => {}}>
            <Suspense>
              <HumanCheck siteKey={key} busy={form.busy} />
            </Suspense>
          </SilentErrorBoundary>
        )}
        <Button type="submit" variant="primary" size="l" full busy={form.busy}>
          {text.submit}
        </Button>
      </form>
    </AuthCard>
  );
}
