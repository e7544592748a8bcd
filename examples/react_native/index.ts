import "react-native-get-random-values";
import { AppRegistry } from "react-native";
import { App } from "./App";

AppRegistry.registerComponent("main", () => App);
