export { OwnReportsScreen as default } from "../own-reports-screen.tsx";
