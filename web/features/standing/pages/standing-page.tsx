export { StandingScreen as default } from "../standing-screen.tsx";
