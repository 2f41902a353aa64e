import { useQueryClient } from "@tanstack/react-query";
import { LIMITS } from "#domain/limits.ts";
import { decideHeldRoute, type HeldPost } from "#domain/spam/api.ts";
import { useForm } from "#web/lib/form.ts";
import { invalidateUrls } from "#web/lib/query.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { HELD_URLS } from "./held-urls.ts";
import { heldPostsText as text } from "./text/held-posts.ts";

/** The modal to decline a held post, with a reason for its author. */
export function DeclineModal({ post, onClose }: { post: HeldPost; onClose: () => void }) {
  const client = useQueryClient();
  const form = useForm(decideHeldRoute, {
    params: { id: post.id },
    read: ({ reason }) => ({ approve: false, reason: String(reason) }),
    onDone: ({ message }) => {
      toast(message, { tone: "good" });
      onClose();
      void invalidateUrls(client, HELD_URLS);
    },
  });
  return (
    <FormModal
      form={form}
      onClose={onClose}
      title={text.declineTitle(post.user.username)}
      text={text.declineText}
      submit={text.decline}
      danger
    >
      <TextArea
        label={text.reason}
        name="reason"
        max={LIMITS.banReason}
        hint={text.reasonHint}
        errors={form.errors.reason}
      />
    </FormModal>
  );
}
