import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { replyRoute } from "#domain/forums/api.ts";
import { EditReplyForm } from "#web/features/forums/compose/edit-forms.tsx";
import { AboutThread, ComposeScreen, NotYours } from "#web/features/forums/compose/screen.tsx";
import { queryFor } from "#web/lib/query.ts";
import { composeText as text } from "#web/text/compose.ts";

/** Where a reply is changed; what a thread begins with is changed together with its title. */
export default function ReplyEditPage() {
  const id = Number(useParams().id);
  const query = useQuery({ ...queryFor(replyRoute, { params: { id } }), refetchOnMount: "always" });
  return (
    <ComposeScreen title={text.editReply} query={query} key={id}>
      {({ reply, thread }) => {
        if (reply.position === 0) return <Navigate to={`${thread.url}/edit`} replace />;
        if (!reply.can_edit) return <NotYours to={reply.url} />;
        return (
          <AboutThread title={text.editReply} thread={thread}>
            <EditReplyForm reply={reply} />
          </AboutThread>
        );
      }}
    </ComposeScreen>
  );
}
