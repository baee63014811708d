/** `npm run seams`: prints how the subjects of the lending server are cut; `lending-seams.test.ts` holds the limits. */
import { lendingSources, measureSeams } from './lending-seams.ts';

const seams = measureSeams(lendingSources());
const { largestSubject, largestFolder } = seams;
console.log(`modules of the lending server   ${seams.modules}
  at its root                   ${seams.rootModules}
imports between them            ${seams.imports}
  inside one subject            ${seams.insideShare.toFixed(1)} %
  of a subject below            ${seams.back.length}
largest subject                 ${largestSubject.modules} (${largestSubject.name})
largest folder                  ${largestFolder.modules} (${largestFolder.name})`);
for (const arrow of seams.back) console.log(`  ${arrow}`);
