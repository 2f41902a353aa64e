import { useState } from "react";
import { SHOW_OUTFITS } from "#domain/avatar/outfits.ts";
import { secondStepRoute } from "#domain/security/api.ts";
import { call, ResponseError } from "#web/lib/api.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { CodeField } from "#web/ui/code-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import styles from "./auth.module.css";
import { AuthCard } from "./auth-card.tsx";
import { authText } from "./text/auth.ts";

const text = authText.secondStep;

export interface SecondStepProps {
  onDone: () => void;
  /** Goes back to the password step, with an error to show there. */
  onBack: (failure?: string) => void;
}

function Code({ recovery, onDone, onBack }: SecondStepProps & { recovery: boolean }) {
  const form = useForm(secondStepRoute, {
    send: async (input) => {
      try {
        return await call(secondStepRoute, { input });
      } catch (error) {
        // The sign-in attempt is over, so no code can be entered here.
        if (error instanceof ResponseError && error.code === "second_step_over") onBack(error.message);
        throw error;
      }
    },
    onDone,
  });
  return (
    <>
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <form {...form.props} className={styles.form}>
        {recovery ? (
          <TextField
            name="recovery_code"
            label={text.recoveryCode}
            errors={form.errors.recovery_code}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
            required
          />
        ) : (
          <CodeField label={text.code} errors={form.errors.code} autoFocus />
        )}
        <Button type="submit" variant="primary" size="l" full busy={form.busy}>
          {text.submit}
        </Button>
      </form>
    </>
  );
}

/** The second step of signing in: a code from the authenticator app, or a recovery code. */
export function SecondStep(props: SecondStepProps) {
  const [recovery, setRecovery] = useState(false);
  return (
    <AuthCard title={text.title} text={recovery ? text.recoveryText : text.text} colors={SHOW_OUTFITS[1]}>
      <Code {...props} recovery={recovery} key={String(recovery)} />
      <div className={styles.alternatives}>
        <Button variant="quiet" full onClick={() => setRecovery(!recovery)}>
          {recovery ? text.useCode : text.useRecovery}
        </Button>
        <Button variant="quiet" full onClick={() => props.onBack()}>
          {text.back}
        </Button>
      </div>
    </AuthCard>
  );
}
