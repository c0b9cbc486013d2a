import { modulePage } from '../../module-page'

const { generateMetadata, Page } = modulePage('v1')

export { generateMetadata }
export default Page
