import { Text } from '@mantine/core'
import { type Promotion, useTerms } from '../../coupon/use-terms'

export function Terms({ promotion }: { promotion: Promotion }) {
  return useTerms()(promotion)
    .filter((line) => line !== '')
    .map((line) => (
      <Text key={line} size="sm" c="dimmed" mt={4}>
        {line}
      </Text>
    ))
}
