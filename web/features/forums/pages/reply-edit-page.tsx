import { useQuery } from "@tanstack/react-query";
import { Navigate, useParams } from "react-router";
import { replyRoute } from "#domain/forums/api.ts";
import { queryFor } from "#web/lib/query.ts";
import { ComposeScreen, NotYourPost, ThreadComposePage } from "../compose/compose-screen.tsx";
import { EditReplyForm } from "../compose/edit-forms.tsx";
import { composeText as text } from "../text/compose.ts";

export default function ReplyEditPage() {
  const id = Number(useParams().id);
  const query = useQuery({ ...queryFor(replyRoute, { params: { id } }), refetchOnMount: "always" });
  return (
    <ComposeScreen title={text.editReply} query={query} key={id}>
      {({ reply, thread }) => {
        if (reply.position === 0) return <Navigate to={`${thread.url}/edit`} replace />;
        if (!reply.can_edit) return <NotYourPost to={reply.url} />;
        return (
          <ThreadComposePage title={text.editReply} thread={thread}>
            <EditReplyForm reply={reply} />
          </ThreadComposePage>
        );
      }}
    </ComposeScreen>
  );
}
