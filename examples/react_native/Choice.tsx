import { Pressable, Text } from "react-native";
import { styles } from "./styles";

interface Props {
  label: string;
  disabled?: boolean;
  onPress: () => void;
}

export function Choice({ label, disabled = false, onPress }: Props) {
  return (
    <Pressable accessibilityRole="button" disabled={disabled} onPress={onPress} style={styles.choice}>
      <Text>{label}</Text>
    </Pressable>
  );
}
