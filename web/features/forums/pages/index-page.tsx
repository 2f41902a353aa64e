export { ForumIndexScreen as default } from "../forum-index-screen.tsx";
