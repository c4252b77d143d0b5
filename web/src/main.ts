import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { preferredLanguage, setLanguage } from "./lib/texts.svelte";

await setLanguage(preferredLanguage());
mount(App, { target: document.getElementById("app")! });
