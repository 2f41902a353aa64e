import { lazy, Suspense, useState } from "react";
import { Navigate } from "react-router";
import { registerRoute } from "#domain/auth/sign-in/api.ts";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { useForm } from "#web/lib/form.ts";
import { useUser } from "#web/lib/user.ts";
import { weakPasswordErrors } from "#web/lib/weak-password.ts";
import { authText } from "#web/text/auth.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { loadWithRetries } from "#web/ui/chunks.ts";
import { TextLink } from "#web/ui/link.tsx";
import { NewPasswordFields } from "#web/ui/new-password.tsx";
import { SilentErrorBoundary } from "#web/ui/silent-error-boundary.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./auth.module.css";
import { AuthCard } from "./auth-card.tsx";
import { useNext } from "./next.ts";

const text = authText.register;

const HumanCheck = lazy(() => loadWithRetries(() => import("./human-check.tsx")));

/** The Turnstile site key: undefined if the check is off, empty if the document has to be reloaded for it. */
const siteKey = () => document.querySelector<HTMLMetaElement>('meta[name="turnstile"]')?.content;

/** Creates an account. */
export default function RegisterPage() {
  const { query, go, next } = useNext();
  const [key] = useState(siteKey);
  const form = useForm(registerRoute, {
    check: (input) => weakPasswordErrors(input.password, input),
    onDone: go,
  });
  if (useUser()) return <Navigate to={next} replace />;
  return (
    <AuthCard
      title={text.title}
      text={text.text}
      colors={SHOW_OUTFITS[0]}
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
        <NewPasswordFields label={authText.password} errors={form.errors} />
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
