import { StyleSheet } from "react-native";

export const styles = StyleSheet.create({
  screen: { flex: 1, paddingTop: 48 },
  list: { flex: 1, padding: 16, gap: 8 },
  title: { fontSize: 20, fontWeight: "600" },
  choice: { padding: 12, borderWidth: 1, borderColor: "#889", borderRadius: 8, marginBottom: 8 },
  problem: { color: "#a40000" },
});
