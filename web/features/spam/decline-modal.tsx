import { LIMITS } from "#domain/limits.ts";
import { decideHeldRoute, type HeldPost } from "#domain/spam/api.ts";
import { messageOf } from "#web/lib/action.ts";
import { useForm } from "#web/lib/form.ts";
import { FormModal } from "#web/ui/form-modal.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { CHANGED_BY_DECISION } from "./changed-by-decision.ts";
import { heldPostsText as text } from "./text/held-posts.ts";

/** The modal to decline a held post, with a reason for its author. */
export function DeclineModal({ post, onClose }: { post: HeldPost; onClose: () => void }) {
  const form = useForm(decideHeldRoute, {
    params: { id: post.id },
    read: ({ reason }) => ({ approve: false, reason: String(reason) }),
    toast: messageOf,
    onDone: onClose,
    changes: CHANGED_BY_DECISION,
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
