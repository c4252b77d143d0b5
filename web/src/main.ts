import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { speak, wishedLanguage } from "./lib/texts.svelte";

await speak(wishedLanguage());
mount(App, { target: document.getElementById("app")! });
