import { useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { LIMITS } from "#domain/limits.ts";
import { appealRoute } from "#domain/moderation/api.ts";
import { useForm } from "#web/lib/form.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { toastThen } from "#web/lib/toast-mutation.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import styles from "./standing.module.css";
import { STANDING_URL } from "./standing-url.ts";
import { standingText } from "./text/standing.ts";

const text = standingText.appeal;

/** The form to appeal a ban, once per ban. */
export function AppealForm() {
  const client = useQueryClient();
  const form = useForm(appealRoute, { onDone: toastThen(() => void invalidateUrls(client, STANDING_URL)) });
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
