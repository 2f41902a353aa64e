import { Send } from "lucide-react";
import { LIMITS } from "#domain/limits.ts";
import { appealRoute } from "#domain/moderation/api.ts";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import styles from "./standing.module.css";
import { standingText } from "./text/standing.ts";

const text = standingText.appeal;

/** The form to appeal a ban, once per ban. */
export function AppealForm() {
  const form = useForm(appealRoute, { toast: messageOf, changes: ["/api/standing"] });
  return (
    <form {...form.props} className={styles.stack}>
      <p>{text.intro}</p>
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <TextArea
        label={text.field}
        name="body"
        rows={7}
        max={LIMITS.appeal}
        hint={text.hint}
        errors={form.errors.body}
      />
      <div className={styles.actions}>
        <Button type="submit" variant="primary" icon={Send} busy={form.busy}>
          {text.submit}
        </Button>
      </div>
    </form>
  );
}
