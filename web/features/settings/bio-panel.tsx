import { type FormEvent, useState } from "react";
import { LIMITS } from "#domain/limits.ts";
import { updateBioRoute } from "#domain/settings/api.ts";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Panel } from "#web/ui/panel.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import styles from "./settings.module.css";
import { accountText, settingsText } from "./text/settings.ts";

/** Edits the bio on the user's profile. Only changes are sent. */
export function BioPanel({ bio: before, onChanged }: { bio: string; onChanged: () => void }) {
  const [bio, setBio] = useState(before);
  const [saved, setSaved] = useState(before);
  const isChanged = bio !== saved;
  const form = useForm(updateBioRoute, {
    toast: messageOf,
    onDone: () => {
      setSaved(bio);
      onChanged();
    },
  });
  const onSubmit = (event: FormEvent) => (isChanged ? form.props.onSubmit(event) : event.preventDefault());
  return (
    <Panel heading={accountText.bio}>
      {form.failure && <Banner onDismiss={form.dismiss}>{form.failure}</Banner>}
      <form {...form.props} onSubmit={onSubmit} className={styles.form}>
        <TextArea
          name="bio"
          label={accountText.bioHint}
          max={LIMITS.bio}
          className={styles.bio}
          value={bio}
          onChange={(event) => setBio(event.target.value)}
          errors={form.errors.bio}
        />
        <div className={styles.save}>
          <Button type="submit" variant="primary" busy={form.busy} aria-disabled={!isChanged}>
            {settingsText.save}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
