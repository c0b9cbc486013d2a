import { clientInterface } from '@/lib/api/interface'
import { unmounted } from '@/lib/next/route'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unmounted(clientInterface)
