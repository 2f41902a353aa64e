export { OwnReportsScreen as default } from "#web/features/reports/own-reports-screen.tsx";
