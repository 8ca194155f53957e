package apachesuite;

import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.TestAbortedException;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs one test class and writes one TSV line per test as it ends:
 * class, method with its invocation number, status, seconds, first line of the reason.
 * Arguments: the class, the TSV file, and optionally the only methods to run, with commas between.
 */
public final class SuiteLauncher {
    private SuiteLauncher() { }

    public static void main(String[] args) throws Exception {
        exitWithParent();
        String className = args[0];
        LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(className));
        if (args.length > 2)
            request.filters(onlyMethods(Set.of(args[2].split(","))));
        LauncherDiscoveryRequest built = request.build();
        Launcher launcher = LauncherFactory.create();
        try (PrintWriter tsv = new PrintWriter(Path.of(args[1]).toFile(), StandardCharsets.UTF_8)) {
            launcher.execute(built, new Recorder(className, tsv));
        }
        exit(0);
    }

    /** At once, whatever threads and shutdown hooks the tests left behind. */
    private static void exit(int code) {
        System.out.flush();
        Sut.killAll();
        Runtime.getRuntime().halt(code);
    }

    private static PostDiscoveryFilter onlyMethods(Set<String> methods) {
        return descriptor -> FilterResult.includedIf(descriptor.getSource()
                .map(source -> !(source instanceof MethodSource m) || methods.contains(m.getMethodName()))
                .orElse(true));
    }

    /** The runner holds our standard input open: its end means that the runner is gone, however it went. */
    private static void exitWithParent() {
        Thread watcher = new Thread(() -> {
            try {
                while (System.in.read() >= 0) { }
            } catch (IOException e) {
                // the same as its end
            }
            exit(3);
        }, "executor-apache-suite-parent-watch"); // a prefix that the kit's thread leak check leaves out
        watcher.setDaemon(true);
        watcher.start();
    }

    private static final class Recorder implements TestExecutionListener {
        private final String defaultClass;
        private final PrintWriter tsv;
        private final Map<UniqueId, Long> startedAt = new HashMap<>();
        private final Set<UniqueId> written = new HashSet<>();
        private TestPlan plan;

        Recorder(String defaultClass, PrintWriter tsv) {
            this.defaultClass = defaultClass;
            this.tsv = tsv;
        }

        @Override
        public void testPlanExecutionStarted(TestPlan started) {
            plan = started;
        }

        @Override
        public void executionStarted(TestIdentifier id) {
            startedAt.put(id.getUniqueIdObject(), System.nanoTime());
            TestSource source = id.getSource().orElse(null);
            if (source instanceof MethodSource method)
                CurrentTest.set(method.getClassName(), methodName(id, method));
            else if (source instanceof ClassSource type)
                CurrentTest.set(type.getClassName(), "class"); // a cluster in a static field or @BeforeAll
        }

        @Override
        public void executionFinished(TestIdentifier id, TestExecutionResult result) {
            Throwable why = result.getThrowable().orElse(null);
            String status = switch (result.getStatus()) {
                case SUCCESSFUL -> "passed";
                case ABORTED -> "skipped";
                case FAILED -> abortedWithin(why) ? "skipped" : "failed";
            };
            if (status.equals("failed")) {
                System.out.println("FAILED " + id.getDisplayName());
                why.printStackTrace(System.out);
            }
            if (id.isTest())
                write(id, status, reason(why));
            else if (!status.equals("passed"))
                writeAllBelow(id, status, reason(why)); // a @BeforeAll or an argument source
        }

        @Override
        public void executionSkipped(TestIdentifier id, String reason) {
            if (id.isTest())
                write(id, "skipped", firstLine(reason));
            else
                writeAllBelow(id, "skipped", firstLine(reason));
        }

        private void writeAllBelow(TestIdentifier container, String status, String reason) {
            Set<TestIdentifier> below = plan.getDescendants(container);
            List<TestIdentifier> untold = below.stream()
                    .filter(id -> id.getSource().orElse(null) instanceof MethodSource)
                    .filter(id -> !written.contains(id.getUniqueIdObject()))
                    .filter(id -> plan.getChildren(id).isEmpty())
                    .toList();
            if (untold.isEmpty())
                write(container, status, reason);
            else
                untold.forEach(id -> write(id, status, reason));
        }

        private void write(TestIdentifier id, String status, String reason) {
            written.add(id.getUniqueIdObject());
            TestSource source = id.getSource().orElse(null);
            String className = defaultClass;
            String method = "(class)";
            if (source instanceof MethodSource m) {
                className = m.getClassName();
                method = methodName(id, m);
            } else if (source instanceof ClassSource c) {
                className = c.getClassName();
            }
            Long start = startedAt.get(id.getUniqueIdObject());
            double seconds = start == null ? 0 : (System.nanoTime() - start) / 1e9;
            tsv.printf("%s\t%s\t%s\t%.1f\t%s%n", className, method, status, seconds, reason);
            tsv.flush();
        }

        /** "testX" or, run more than once, "testX[2]" with the number that JUnit gives the invocation. */
        private static String methodName(TestIdentifier id, MethodSource method) {
            UniqueId.Segment last = id.getUniqueIdObject().getLastSegment();
            return method.getMethodName() + (last.getType().endsWith("-invocation") ? "[" + last.getValue().substring(1) + "]" : "");
        }

        /** Many waits wrap what is thrown within them; an abort inside is still an abort. */
        private static boolean abortedWithin(Throwable why) {
            for (int depth = 0; why != null && depth < 20; depth++, why = why.getCause())
                if (why instanceof TestAbortedException)
                    return true;
            return false;
        }

        private static String reason(Throwable why) {
            if (why == null)
                return "";
            for (Throwable cause = why; cause != null; cause = cause.getCause())
                if (cause instanceof TestAbortedException)
                    return firstLine(cause.getMessage());
            String text = firstLine(why.toString());
            Throwable root = why;
            while (root.getCause() != null && root.getCause() != root)
                root = root.getCause();
            return root == why ? text : text + " <- " + firstLine(root.toString());
        }

        private static String firstLine(String text) {
            if (text == null)
                return "";
            String line = text.strip().lines().findFirst().orElse("").replace('\t', ' ');
            return line.length() > 300 ? line.substring(0, 300) + "..." : line;
        }
    }
}
