/** Properties of a component that a test changes after it was mounted. */
export function changeableProps<Props extends object>(initial: Props): Props {
  const props = $state(initial);
  return props;
}
